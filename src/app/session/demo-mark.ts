/** Whether this device was told that the office holds no demo data. Of the device, not of a person. */
const key = 'demo_data'
const none = 'none'

/** Before anything is drawn: what the page itself says (public-pages.ts), else what this device was told last. */
export function startDemoMark(root: HTMLElement): void {
  const { dataset } = document.documentElement
  if (dataset['demo'] === none) localStorage.setItem(key, none)
  else if (root.hasAttribute('data-prerendered')) localStorage.removeItem(key)
  else if (localStorage.getItem(key) === none) dataset['demo'] = none
}

/** Whether the line about demo data is in sight. */
export function showsDemo(): boolean {
  return document.documentElement.dataset['demo'] !== none
}

/** The line about demo data goes, or comes, at once and on every later page of this device. */
export function setDemoMark(isPresent: boolean): void {
  const { dataset } = document.documentElement
  if (isPresent) {
    delete dataset['demo']
    localStorage.removeItem(key)
  } else {
    dataset['demo'] = none
    localStorage.setItem(key, none)
  }
}
