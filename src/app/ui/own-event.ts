/** Whether an event happened within the element that hears it. React also sends up what happens in dialogs that its parts have opened, and those have keys of their own. */
export function isOwnEvent({ currentTarget, target }: HeardEvent): boolean {
  return target instanceof Node && currentTarget.contains(target)
}

interface HeardEvent {
  readonly currentTarget: Element
  readonly target: EventTarget
}
