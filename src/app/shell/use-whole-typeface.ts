import { useEffect } from 'react'

/** Posts are written by people, so their letters cannot be known when the fonts are cut. */
const readsFreeText = /^\/blog(\/|$)/

/** Loads the whole typeface where the public site's own letters may not do: at a post, and as soon as somebody starts to write. Only texts set in it move (theme.css). */
export function useWholeTypeface(path: string): void {
  const isNeeded = readsFreeText.test(path)
  useEffect(() => {
    if (isNeeded) return void loadTypeface()
    document.addEventListener('focusin', loadForWriting)
    return () => document.removeEventListener('focusin', loadForWriting)
  }, [isNeeded])
}

function loadForWriting(event: FocusEvent): void {
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) void loadTypeface()
}

/** Without a network the system's own letters stand in. */
async function loadTypeface(): Promise<void> {
  await import('../ui/typeface.css').catch(() => null)
}
