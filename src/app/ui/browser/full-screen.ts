/**
 * Whether the URL asks for the screen without the frame around it, as for `/quick`. Visitors load
 * this too, so it uses no schema library.
 */
export function isFullScreen(search: unknown): boolean {
  if (typeof search !== 'object' || search === null || !('fullscreen' in search)) return false
  return ['1', 'true'].includes(String(search.fullscreen))
}
