import { useEffect } from 'react'

/**
 * Loads the whole typeface as soon as somebody starts to write: letters beyond the site's own may come. Only texts set in it move (theme.css). Posts are read in the device's
 * own letters: the typeface's rules and pieces would come after the text, move every line of it, and cost a slow phone a second and a half of work (Lighthouse, 4 × slower
 * processor).
 */
export function useWholeTypeface(): void {
  useEffect(() => {
    document.addEventListener('focusin', loadForWriting)
    return () => document.removeEventListener('focusin', loadForWriting)
  }, [])
}

function loadForWriting(event: FocusEvent): void {
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) void loadTypeface()
}

/** Without a network the system's own letters stand in. */
async function loadTypeface(): Promise<void> {
  await import('../ui/typeface.css').catch(() => null)
}
