type UpdateDecision = { action: 'update' } | { action: 'ask'; reason: string }

/** Decides what 업데이트 does. Never drops unsaved input or interrupts a transfer without asking. */
export function decideUpdate(page: { dirtyForms: readonly string[]; isSending: boolean }): UpdateDecision {
  if (page.dirtyForms.length > 0) {
    return { action: 'ask', reason: `저장하지 않은 입력(${page.dirtyForms.join(', ')})이 사라집니다.` }
  }
  if (page.isSending)
    return { action: 'ask', reason: '지금 전송 중인 작업이 있습니다. 업데이트한 뒤 다시 이어서 보냅니다.' }
  return { action: 'update' }
}

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

/**
 * Whether another build waits for the user. The first worker of a device passes through `waiting`
 * too, for seconds in a busy Firefox, but it waits for nobody.
 */
export function isUpdateWaiting(registration: { active: unknown; waiting: unknown } | undefined): boolean {
  return Boolean(registration?.active && registration.waiting)
}
