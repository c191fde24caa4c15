import { visibleHeight } from '../keyboard-room.ts'

/**
 * Elements at the bottom of a screen that toasts must not cover: pager, status line, bottom bar, a
 * dialog's buttons.
 */
const keepsClear = '[data-below-toasts]'
const gap = 8
/** Px above the bottom when there is no such element. */
const lowest = 16

/**
 * Moves visible toasts when something appears that they must not cover, such as a dialog's buttons.
 */
export function placeShownToasts(): void {
  const region = document.querySelector<HTMLElement>('[data-toasts]')
  if (region) placeToasts(region)
}

/** Places the toast region above everything it must not cover. */
export function placeToasts(region: HTMLElement): void {
  const tops = [...document.querySelectorAll(keepsClear)].flatMap((element) => {
    const { top, bottom, height } = element.getBoundingClientRect()
    // In a low window that scrolls, a pager in the middle would push the toasts out of view.
    return height > 0 && bottom <= innerHeight + 1 && top > innerHeight / 2 ? [top] : []
  })
  region.style.bottom = `${Math.max(lowest + innerHeight - visibleHeight(), ...tops.map((top) => innerHeight - top + gap))}px`
}
