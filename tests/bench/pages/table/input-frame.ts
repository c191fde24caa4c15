import { untilShown } from './frame-watch.ts'

/**
 * Ms from the browser's own time of the next input to the moment the frame after it stood on the screen, in the browser's steps of 8 ms (Event Timing, what INP is made of). Where that
 * frame did not show the result yet, the time until one did: a table that puts its answer off gains nothing.
 */
export function onNextFrame(input: 'keydown' | 'click', isDone: () => boolean): Promise<number> {
  return new Promise((resolve, reject) => {
    function look({ timeStamp }: Event) {
      const presented = presentedAfter(timeStamp)
      requestAnimationFrame(() => {
        if (isDone()) resolve(presented)
        else untilShown(timeStamp, isDone).then(resolve, reject)
      })
    }
    // Last of all listeners, so that the look stands behind what the table asks of the frame while it handles the input.
    window.addEventListener(input, () => window.addEventListener(input, look, { once: true }), {
      capture: true,
      once: true,
    })
  })
}

/** The browser tells nothing of inputs that took less. */
const minMs = 16
const patienceMs = 1_000

function presentedAfter(timeStamp: number): Promise<number> {
  return new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      const durations = list.getEntries().flatMap((one) => (one.startTime === timeStamp ? [one.duration] : []))
      if (durations.length > 0) settle(Math.max(...durations))
    })
    const rest = setTimeout(() => settle(minMs), patienceMs)
    function settle(ms: number) {
      clearTimeout(rest)
      observer.disconnect()
      resolve(ms)
    }
    // `durationThreshold` is of Event Timing and not among the options that TypeScript's DOM library knows.
    const options: PerformanceObserverInit & { durationThreshold: number } = {
      type: 'event',
      durationThreshold: minMs,
    }
    observer.observe(options)
  })
}
