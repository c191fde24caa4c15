/**
 * Guards every key handler of the app against Hangul composition. First line of a handler:
 *
 *     if (isImeKey(event)) return
 *
 * While a syllable is being composed, keys belong to the input method: don't call preventDefault,
 * change the value or move the focus.
 */
export function isImeKey(event: ImeKeyEvent): boolean {
  const key = 'nativeEvent' in event ? event.nativeEvent : event
  // The first key of a composition has keyCode 229 with isComposing false; the last one may come
  // after compositionend (WebKit). Each test alone misses a case.
  return key.isComposing || key.keyCode === 229 || isComposing()
}

/** A DOM keyboard event, or a React event wrapping one. */
type ImeKeyEvent = CompositionKey | { readonly nativeEvent: CompositionKey }

type CompositionKey = Pick<KeyboardEvent, 'isComposing' | 'keyCode'>

/** True from compositionstart to compositionend anywhere in the document (WebKit: 5 ms longer). */
export function isComposing(): boolean {
  return state.isComposing
}

/**
 * Tracks compositions under `target`. This module does it once for the document. Returns a stop
 * function.
 */
export function trackComposition(target: EventTarget, isEndDelayed: boolean): () => void {
  function onCompositionStart() {
    clearTimeout(state.timer)
    state.isComposing = true
  }
  function onCompositionEnd() {
    if (!isEndDelayed) {
      state.isComposing = false
      return
    }
    // WebKit sends the keydown that ended the composition after compositionend (bugs.webkit.org
    // 165004); the 5 ms catch it.
    clearTimeout(state.timer)
    state.timer = setTimeout(() => {
      state.isComposing = false
    }, 5)
  }
  target.addEventListener('compositionstart', onCompositionStart, { capture: true })
  target.addEventListener('compositionend', onCompositionEnd, { capture: true })
  return () => {
    target.removeEventListener('compositionstart', onCompositionStart, { capture: true })
    target.removeEventListener('compositionend', onCompositionEnd, { capture: true })
    clearTimeout(state.timer)
    state.isComposing = false
  }
}

const state: { isComposing: boolean; timer: ReturnType<typeof setTimeout> | undefined } = {
  isComposing: false,
  timer: undefined,
}

function isWebKit(): boolean {
  return /AppleWebKit/.test(navigator.userAgent) && !/Chrome|Chromium|Edg/.test(navigator.userAgent)
}

if (typeof document !== 'undefined') trackComposition(document, isWebKit())
