/**
 * Responses arrive one by one, up to hundreds a second when thousands of entries are being sent;
 * this groups those of one interval.
 */
const throttleMs = 100

/** `schedule` may be called for every change; `callback` runs once, soon after the first call. */
export function throttle(callback: () => void): { schedule(): void; cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    schedule() {
      timer ??= setTimeout(() => {
        timer = undefined
        callback()
      }, throttleMs)
    },
    cancel() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
