/**
 * Ms from `start` until a frame in which `isDone` held was painted. A frame's callbacks run before
 * its painting, and a message posted from them is received after it. The next check is requested
 * after the painting, so that it runs after the grid's own requests for the same frame.
 */
export function waitUntilShown(start: number, isDone: () => boolean): Promise<number> {
  return new Promise((resolve, reject) => {
    function countFrame() {
      requestAnimationFrame(() => {
        const isShown = isDone()
        afterPainting(() => {
          const now = performance.now()
          if (isShown) resolve(now - start)
          else if (now - start > timeoutMs) reject(new Error(`Not shown after ${timeoutMs} ms`))
          else countFrame()
        })
      })
    }
    countFrame()
  })
}

const timeoutMs = 60_000

/**
 * The same, from the browser's timestamp of the next key or touch, so that waiting behind other
 * work counts.
 */
export function onNext(input: 'keydown' | 'pointerdown', isDone: () => boolean): Promise<number> {
  return new Promise((resolve, reject) => {
    window.addEventListener(
      input,
      (event) => {
        // Uses a message, so that the first check comes after what the grid requests of the frame
        // while handling the key.
        afterPainting(() => {
          waitUntilShown(event.timeStamp, isDone).then(resolve, reject)
        })
      },
      { capture: true, once: true },
    )
  })
}

export function afterFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => afterPainting(resolve)))
}

/** Counts frames until `stop`. */
export function framesWhile({ isEmpty }: { isEmpty: () => boolean }): { stop(): FrameCount } {
  let isRunning = true
  let last: number | null = null
  const count = { frames: 0, late: 0, veryLate: 0, empty: 0, outrun: 0 }
  // Runs before the grid's own handler: what is missing now is what the compositor has been
  // showing.
  const onScroll = () => {
    if (isEmpty()) count.outrun += 1
  }
  window.addEventListener('scroll', onScroll, { capture: true, passive: true })
  function follow(time: number) {
    if (!isRunning) return
    if (last !== null) {
      count.frames += 1
      if (time - last > 16.7 + graceMs) count.late += 1
      if (time - last > 33.4 + graceMs) count.veryLate += 1
    }
    last = time
    afterPainting(() => {
      if (isRunning && isEmpty()) count.empty += 1
    })
    requestAnimationFrame(follow)
  }
  requestAnimationFrame(follow)
  return {
    stop() {
      isRunning = false
      window.removeEventListener('scroll', onScroll, { capture: true })
      return count
    },
  }
}

/** Frame times vary slightly even when nothing is late. */
const graceMs = 3

const channel = new MessageChannel()
const waiting: (() => void)[] = []
channel.port1.addEventListener('message', () => waiting.shift()?.())
channel.port1.start()

function afterPainting(run: () => void): void {
  waiting.push(run)
  channel.port2.postMessage(null)
}

/** Frame statistics of a scroll. */
export interface FrameCount {
  readonly frames: number
  /** Frames that came later than one, or two, intervals of 16.7 ms after the previous one. */
  readonly late: number
  readonly veryLate: number
  /** Frames painted while a row of the view was missing. */
  readonly empty: number
  /**
   * Times the compositor had scrolled beyond the rendered rows before the grid could react; a
   * canvas shows old rows meanwhile.
   */
  readonly outrun: number
}
