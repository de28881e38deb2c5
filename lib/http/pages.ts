import { forbidden, notFound } from "next/navigation";
import { Problem } from "./problem";

/** For pages: a service's "not found" and "not allowed" become the pages for 404 and 403. */
export async function orForbidden<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Problem && error.kind === "not_found") notFound();
    if (error instanceof Problem && error.kind === "not_allowed") forbidden();
    throw error;
  }
}
