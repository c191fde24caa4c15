/** Whether the address asks for the screen alone, without the frame around it (spec 3 §2 "/quick"). Visitors load this too, so it needs no schema. */
export function isFullScreen(address: unknown): boolean {
  if (typeof address !== 'object' || address === null || !('fullscreen' in address)) return false
  return ['1', 'true'].includes(String(address.fullscreen))
}
