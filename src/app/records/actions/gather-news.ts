/**
 * Answers arrive one by one, up to hundreds a second when thousands of entries are being sent; this
 * groups those of one interval.
 */
const gatherMs = 100

/** `soon` may be called for every change; `look` runs once, a moment after the first call. */
export function gatherNews(look: () => void): { soon(): void; cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    soon() {
      timer ??= setTimeout(() => {
        timer = undefined
        look()
      }, gatherMs)
    },
    cancel() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
