import { z } from "zod";

/** Ids are snake_case: letters, digits and underscores, at most 80 characters. */
export const idSchema = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9_]{0,79}$/,
    "an id is snake_case: lower-case letters, digits and underscores, at most 80",
  );
