/**
 * Whether the URL asks for the screen without the frame around it, as for `/quick`. Visitors load
 * this too, so it uses no schema library.
 */
export function isFullScreen(address: unknown): boolean {
  if (typeof address !== 'object' || address === null || !('fullscreen' in address)) return false
  return ['1', 'true'].includes(String(address.fullscreen))
}
