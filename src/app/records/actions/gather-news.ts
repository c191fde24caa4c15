/** Answers of the server come one by one, with thousands of entries on their way hundreds a second; those of one moment are looked at together. */
const gatherMs = 100

/** `soon` may be called as often as there is news; `look` follows a moment after the first. */
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
