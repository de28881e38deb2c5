import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY, momentOf, weekdayOf } from "../spec/moment";
import { buildWorld } from "../testing/build-world";
import { friction } from "../testing/goals-and-frictions";
import { party } from "../testing/world-parts";
import { ChannelHours } from "./channel-hours";

const HOUR = 60;
const hour = (h: number) => `${String(h).padStart(2, "0")}:00`;

const daily = fc.record({
  from: fc.nat(22),
  length: fc.integer({ min: 1, max: 8 }),
  weekdays: fc.subarray([1, 2, 3, 4, 5, 6, 7]),
});
const single = fc.record({
  from: fc.integer({ min: -24, max: 240 }),
  length: fc.integer({ min: 1, max: 200 }),
});
const window = fc.oneof(daily, single);

test("C2 the first common minute is the one that trying every hour of two months finds", () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(window, { maxLength: 2 }), { minLength: 1, maxLength: 3 }),
      fc.nat(300),
      fc.boolean(),
      (windows, after, together) => {
        const start = buildWorld({}).start;
        const world = buildWorld({
          entities: windows.map((_, i) => party(`party_${i}`)),
          frictions: windows.flatMap((list, i) =>
            list.map((w, j) =>
              friction("availability_window", `party_${i}_phone`, {
                id: `window_${i}_${j}`,
                ...("weekdays" in w
                  ? {
                      daily: {
                        from: hour(w.from),
                        to: hour(Math.min(23, w.from + w.length)),
                        weekdays: w.weekdays,
                      },
                    }
                  : {
                      single: {
                        from: momentOf(start + w.from * HOUR),
                        to: momentOf(start + (w.from + w.length) * HOUR),
                      },
                    }),
              }),
            ),
          ),
        });
        const open = (channel: number, t: number) =>
          (windows[channel] ?? []).every((w) => {
            if (!("weekdays" in w)) return t >= w.from * HOUR && t < (w.from + w.length) * HOUR;
            const time = (start + t) % DAY;
            return (
              time >= w.from * HOUR &&
              time < Math.min(23, w.from + w.length) * HOUR &&
              (w.weekdays.length === 0 || w.weekdays.includes(weekdayOf(start + t)))
            );
          });
        const channels = windows.map((_, i) => i);
        const lists = together ? channels.map((c) => [c]) : [channels];
        let expected = Number.POSITIVE_INFINITY;
        for (let t = after * HOUR; t < 60 * DAY && expected === Number.POSITIVE_INFINITY; t += HOUR)
          if (lists.every((list) => list.some((c) => open(c, t)))) expected = t;
        const hours = new ChannelHours(
          world,
          windows.map((_, i) => `party_${i}_phone`),
        );
        expect(hours.firstCommon(lists, after * HOUR)).toBe(expected);
        for (const c of channels) expect(hours.openAt(c, after * HOUR)).toBe(open(c, after * HOUR));
      },
    ),
    { seed: 20261129, numRuns: 300 },
  );
});
