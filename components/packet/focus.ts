/** Moves the focus once the page shows what was just done, so that somebody without a mouse keeps their place. */
export function focusAfter(find: () => HTMLElement | null | undefined): void {
  requestAnimationFrame(() => find()?.focus());
}

/** The first thing in a part of the page that takes the focus. */
export const firstControl = (within: Element | null | undefined): HTMLElement | null =>
  within?.querySelector<HTMLElement>("input, textarea, select, button") ?? null;
