import type { Finding } from "../spec/finding";
import type { World } from "../spec/world-index";
import { checkAsked } from "./asked";
import { checkDemands } from "./brief";
import { checkDecoration, checkFrictions, checkVacuous } from "./decoration";
import { checkEffects, checkUndone } from "./effects";
import { checkContradictions, checkPermissions } from "./exchanges";
import { checkIdentifiers, identifiersIn } from "./identifiers";
import { checkKnowable } from "./knowable";
import { checkFormValues, checkLaterLeaks, checkLeaks } from "./leaks";
import { type Check, contextOf } from "./lint-context";
import { checkDistinct, checkWays } from "./menus";
import { checkCoverage, checkOutcomes, checkRoute } from "./outcomes";
import { checkFirstPerson, checkLabels } from "./people";
import { checkTexts } from "./texts";

export { identifiersIn };

const CHECKS: readonly Check[] = [
  checkOutcomes,
  checkRoute,
  checkCoverage,
  checkKnowable,
  checkDemands,
  checkTexts,
  checkEffects,
  checkUndone,
  checkFirstPerson,
  checkLabels,
  checkAsked,
  checkLeaks,
  checkLaterLeaks,
  checkFormValues,
  checkDistinct,
  checkWays,
  checkPermissions,
  checkContradictions,
  checkDecoration,
  checkVacuous,
  checkFrictions,
  checkIdentifiers,
  ({ oracle }) => (oracle.verdict === "unsupported" ? oracle.findings : []),
];

/**
 * Gate 1, the part that a schema cannot say (world.md, section 5.1; faults.md): everything that is wrong
 * with a world before anyone plays it. A clean world gives no finding at all.
 */
export function lintWorld(world: World): Finding[] {
  const context = contextOf(world);
  return CHECKS.flatMap((check) => check(context));
}
