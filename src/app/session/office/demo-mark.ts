import { deviceStorage } from '#app/ui/browser/device-storage.ts'
/**
 * Whether the office has no demo data, as last reported to this device. Belongs to the device, not
 * to a user.
 */
const key = 'demo_data'
const noMark = 'none'

/**
 * Runs before the first render. Uses what the page itself says (public-pages.ts), otherwise what
 * this device stored last.
 */
export function startDemoMark(root: HTMLElement): void {
  const { dataset } = document.documentElement
  if (dataset['demo'] === noMark) deviceStorage.setItem(key, noMark)
  else if (root.hasAttribute('data-prerendered')) deviceStorage.removeItem(key)
  else if (deviceStorage.getItem(key) === noMark) dataset['demo'] = noMark
}

/** Whether the demo data notice is shown. */
export function showsDemo(): boolean {
  return document.documentElement.dataset['demo'] !== noMark
}

/** Shows or hides the demo data notice on this page and on every later page of this device. */
export function setDemoMark(isPresent: boolean): void {
  const { dataset } = document.documentElement
  if (isPresent) {
    delete dataset['demo']
    deviceStorage.removeItem(key)
  } else {
    dataset['demo'] = noMark
    deviceStorage.setItem(key, noMark)
  }
}
