/** Entries of the side menu of /services, in order. */
export const serviceKeys = ['real-estate', 'corporate', 'civil', 'deposit', 'premium'] as const
export type ServiceKey = (typeof serviceKeys)[number]

/** Keys in local storage: the chosen entry, and whether the menu is folded. */
export const menuStorageKeys = {
  selected: 'services_sub_nav_selected',
  collapsed: 'services_sub_nav_collapsed',
} as const

export interface MenuState {
  selected: ServiceKey
  isCollapsed: boolean
}

/**
 * The stored state. Default: the first entry, with the menu folded for staff and open for everybody
 * else, also if storage is unavailable.
 */
export function readMenuState(storage: Pick<Storage, 'getItem'>, isForStaff: boolean): MenuState {
  const selected = serviceKeys.find((key) => key === read(storage, menuStorageKeys.selected))
  const collapsed = read(storage, menuStorageKeys.collapsed)
  return {
    selected: selected ?? serviceKeys[0],
    isCollapsed: collapsed === null ? isForStaff : collapsed === 'true',
  }
}

export function keepMenuState(storage: Pick<Storage, 'setItem'>, change: Partial<MenuState>): void {
  try {
    if (change.selected !== undefined) storage.setItem(menuStorageKeys.selected, change.selected)
    if (change.isCollapsed !== undefined) storage.setItem(menuStorageKeys.collapsed, String(change.isCollapsed))
  } catch {
    // Storage is unavailable, so the state is not remembered.
  }
}

/**
 * Entries without roles are for everybody, the others for staff. All current entries are for
 * everybody.
 */
export function entriesFor<Item extends { roles: readonly 'staff'[] }>(
  entries: readonly Item[],
  isForStaff: boolean,
): Item[] {
  return entries.filter((entry) => entry.roles.length === 0 || isForStaff)
}

function read(storage: Pick<Storage, 'getItem'>, key: string): string | null {
  try {
    return storage.getItem(key)
  } catch {
    return null
  }
}
