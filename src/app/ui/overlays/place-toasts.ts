import { visibleHeight } from '../keyboard-room.ts'

/** What stands at the lower edge of a screen and must stay in sight while something is told: pager, status line, the bar under the thumb, the buttons of a dialog. */
const keepsClear = '[data-below-toasts]'
const gap = 8
/** Px above the lower edge where nothing stands there. */
const lowest = 16

/** For what appears beside a toast that is already told: a dialog whose buttons it would lie on. */
export function placeShownToasts(): void {
  const region = document.querySelector<HTMLElement>('[data-toasts]')
  if (region) placeToasts(region)
}

/** Puts the region of the toasts above what must not be covered, wherever that stands on this screen at the moment. */
export function placeToasts(region: HTMLElement): void {
  const tops = [...document.querySelectorAll(keepsClear)].flatMap((element) => {
    const { top, bottom, height } = element.getBoundingClientRect()
    // A pager in the middle of a low window that scrolls would drive them out of sight.
    return height > 0 && bottom <= innerHeight + 1 && top > innerHeight / 2 ? [top] : []
  })
  region.style.bottom = `${Math.max(lowest + innerHeight - visibleHeight(), ...tops.map((top) => innerHeight - top + gap))}px`
}
