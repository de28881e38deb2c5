import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { invitedSchema, type UserAct, type Users, usersSchema } from "@/lib/contracts/users";
import { ask, send } from "./http";

export const usersQuery = (initialData: Users) =>
  queryOptions({
    queryKey: ["users"],
    queryFn: ({ signal }) => ask("/api/users", usersSchema, { signal }),
    initialData,
  });

export function useUserAct() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ userId, act }: { userId: string; act: UserAct }) =>
      send(`/api/users/${userId}`, { body: act }),
    onSettled: () => client.invalidateQueries({ queryKey: ["users"] }),
  });
}

export function useInvite() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (given: { name: string; email: string; role: string }) =>
      ask("/api/users", invitedSchema, { body: given }),
    onSettled: () => client.invalidateQueries({ queryKey: ["users"] }),
  });
}
