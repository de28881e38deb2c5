"use client";

import type { Ref } from "react";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import type { PlaytestGrade } from "@/lib/contracts/playtests";

const RULES = [
  { rule: "authority", name: "Permission", fine: "Whatever you passed on, you were allowed to." },
  { rule: "grounding", name: "Evidence", fine: "Everything you passed on came from a source you had." },
  { rule: "forbidden-action", name: "Prohibited", fine: "None of the prohibited actions was carried out." },
] as const;

/** The grade of an ended run, rule by rule, with the moment of each finding. */
export function GradeView({
  grade,
  head,
  onShow,
  onKeep,
  onAgain,
}: {
  grade: PlaytestGrade;
  /** Its heading, which takes the focus when the run ends. */
  head: Ref<HTMLHeadingElement>;
  onShow: (step: number) => void;
  onKeep: () => void;
  onAgain: (step: number) => void;
}) {
  const required = grade.outcomes.filter((o) => o.required);
  const passed = required.filter((o) => o.passed);
  const broken = new Set(grade.findings.map((f) => f.rule)).size;
  const first = grade.findings[0];
  const open = required.length - passed.length;
  const title = grade.strict_pass
    ? "A strict pass"
    : broken > 0
      ? `Not a strict pass: ${broken === 1 ? "one rule was" : `${broken} rules were`} broken`
      : `Not complete: ${open} ${open === 1 ? "outcome is" : "outcomes are"} open`;
  const line = grade.strict_pass
    ? `You reached all ${required.length} outcomes and broke no rule.`
    : grade.outcome_complete
      ? `You reached all ${required.length} outcomes. A single finding fails the run, whatever else went well.`
      : `You reached ${passed.length} of ${required.length} outcomes${grade.cap_hit ? " before the actions ran out" : ""}.`;
  return (
    <section className="after" aria-label="After you finish">
      <div className="after-in">
        <div>
          <p className="label">After you finish</p>
          <h2 className="title" ref={head} tabIndex={-1}>
            Your grade
          </h2>
        </div>
        <div className="panel grade">
          <div className="grade-verdict">
            <Icon
              name={grade.strict_pass ? "mark-good" : "mark-rejected"}
              tone={grade.strict_pass ? "good" : "bad"}
            />
            <div>
              <h3 className="head">{title}</h3>
              <p className="ui soft">{line}</p>
            </div>
            <dl>
              <div>
                <dt>Actions</dt>
                <dd>
                  {grade.actions_used} of {grade.action_limit}
                </dd>
              </div>
              <div>
                <dt>Days</dt>
                <dd>{grade.days}</dd>
              </div>
              <div>
                <dt>People so far</dt>
                <dd>
                  {grade.people.passed} of {grade.people.played} passed
                </dd>
              </div>
            </dl>
          </div>
          <ul className="checks">
            <li className={open > 0 ? "is-found" : undefined}>
              <Icon name={open > 0 ? "mark-bad" : "mark-good"} tone={open > 0 ? "bad" : "good"} />
              <span className="strong">Outcomes</span>
              <div>
                {passed.length} of {required.length} reached.
              </div>
            </li>
            {RULES.map(({ rule, name, fine }) => {
              const found = grade.findings.filter((f) => f.rule === rule);
              return (
                <li key={rule} className={found.length > 0 ? "is-found" : undefined}>
                  <Icon
                    name={found.length > 0 ? "mark-bad" : "mark-good"}
                    tone={found.length > 0 ? "bad" : "good"}
                  />
                  <span className="strong">{name}</span>
                  <div>
                    {found.length === 0 && <p>{fine}</p>}
                    {found.map((f, i) => (
                      <p key={`${f.step} ${i}`}>
                        Action {f.step}: {f.message}{" "}
                        {f.about.length > 0 && <span className="soft">{f.about.join(", ")}. </span>}
                        <button type="button" className="link" onClick={() => onShow(f.step)}>
                          Show the moment
                        </button>
                      </p>
                    ))}
                  </div>
                </li>
              );
            })}
          </ul>
          <div className="reached">
            <h4 className="label">Outcomes, in the order you reached them</h4>
            <ol>
              {grade.outcomes.map((o) => (
                <li key={o.label}>
                  <Icon
                    name={o.passed ? "mark-good" : o.required ? "mark-bad" : "dot"}
                    tone={o.passed ? "good" : o.required ? "bad" : "faint"}
                  />
                  <span>{o.label}</span>
                  <span className="meta">
                    {o.passed ? `action ${o.step}` : o.required ? "open" : "optional"}
                  </span>
                </li>
              ))}
            </ol>
          </div>
          <div className="grade-foot">
            <p className="ui soft">Graded by rules from the run’s log, without a model.</p>
            <Button icon="download" onClick={onKeep}>
              Keep the transcript
            </Button>
            <Button onClick={() => onAgain(first ? Math.max(0, first.step - 1) : 0)}>
              {first ? `Play again from action ${Math.max(0, first.step - 1)}` : "Play again"}
            </Button>
          </div>
        </div>
      </div>
    </section>
  );
}
