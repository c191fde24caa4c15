import { type EmbeddedData, embeddedDataId } from '#contract/site/public-page.ts'

/**
 * The response to a public call that came with the page: null if there is none on the server,
 * undefined if it has to be fetched.
 */
export type TakeEmbedded = (path: string) => unknown

/** Hands out each response once, so that returning to a screen fetches it again. */
export function createTakeEmbedded(data: EmbeddedData): TakeEmbedded {
  const unusedData = new Map(Object.entries(data))
  return (path) => {
    const value = unusedData.get(path)
    unusedData.delete(path)
    return value
  }
}

/** Responses embedded in this document by the server. */
export function readEmbeddedData(): EmbeddedData {
  const text = document.getElementById(embeddedDataId)?.textContent
  const data: unknown = text ? JSON.parse(text) : {}
  return typeof data === 'object' && data !== null ? { ...data } : {}
}

/**
 * Remembers the last button pressed on prerendered HTML before it is hydrated. Links and text
 * fields work without scripts, and repeating a submission would send the form twice.
 * Returns a function that repeats the press. Call it once React listens: it then hydrates that part
 * first.
 */
export function recordEarlyPress(root: HTMLElement): () => void {
  let pressedButton: HTMLButtonElement | null = null
  function rememberButton({ target }: MouseEvent) {
    const button = target instanceof Element ? target.closest('button') : null
    pressedButton = button?.form && button.type === 'submit' ? null : button
  }
  root.addEventListener('click', rememberButton)
  return () => {
    root.removeEventListener('click', rememberButton)
    if (pressedButton?.isConnected) pressedButton.click()
  }
}
