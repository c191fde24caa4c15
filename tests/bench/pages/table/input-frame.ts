import { waitUntilShown } from './frame-watch.ts'

/**
 * Ms from the browser's timestamp of the next input until the following frame was shown, in the
 * browser's steps of 8 ms (Event Timing, the basis of INP). When that frame does not show the
 * result yet, the time until one does, so that a table gains nothing by deferring its work.
 */
export function onNextFrame(input: 'keydown' | 'click', isDone: () => boolean): Promise<number> {
  return new Promise((resolve, reject) => {
    function settleFrame({ timeStamp }: Event) {
      const presented = waitForPresentation(timeStamp)
      requestAnimationFrame(() => {
        if (isDone()) resolve(presented)
        else waitUntilShown(timeStamp, isDone).then(resolve, reject)
      })
    }
    // Registered last, so that the check comes after what the table requests of the frame while
    // handling the input.
    window.addEventListener(input, () => window.addEventListener(input, settleFrame, { once: true }), {
      capture: true,
      once: true,
    })
  })
}

/** The browser reports no inputs that took less. */
const minMs = 16
const timeoutMs = 1_000

function waitForPresentation(timeStamp: number): Promise<number> {
  return new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      const durations = list.getEntries().flatMap((one) => (one.startTime === timeStamp ? [one.duration] : []))
      if (durations.length > 0) settle(Math.max(...durations))
    })
    const timer = setTimeout(() => settle(minMs), timeoutMs)
    function settle(ms: number) {
      clearTimeout(timer)
      observer.disconnect()
      resolve(ms)
    }
    // `durationThreshold` belongs to Event Timing and is missing from TypeScript's DOM types.
    const options: PerformanceObserverInit & { durationThreshold: number } = {
      type: 'event',
      durationThreshold: minMs,
    }
    observer.observe(options)
  })
}
