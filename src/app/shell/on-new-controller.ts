/**
 * What a page does when another service worker takes control. The first worker of a fresh visit
 * changes nothing.
 */
export function onNewController(page: {
  hadController: boolean
  isReloading: boolean
  isDirty: boolean
}): 'nothing' | 'reload' | 'banner' {
  if (!page.hadController || page.isReloading) return 'nothing'
  return page.isDirty ? 'banner' : 'reload'
}
