import type { ComponentType } from 'react'
import type { ServiceIconName } from './service-icon.tsx'

/** Entries of the side menu of /services, in order. */
const serviceKeys = ['real-estate', 'corporate', 'civil', 'deposit', 'premium'] as const
type ServiceKey = (typeof serviceKeys)[number]

/** Keys in local storage: the chosen entry, and whether the menu is folded. */
export const menuStorageKeys = {
  selected: 'services_sub_nav_selected',
  collapsed: 'services_sub_nav_collapsed',
} as const

interface MenuState {
  selected: ServiceKey
  isCollapsed: boolean
}

/**
 * The stored state. Default: the first entry, with the menu folded for staff and open for everybody
 * else, also if storage is unavailable.
 */
export function readMenuState(storage: Pick<Storage, 'getItem'>, isForStaff: boolean): MenuState {
  const selected = serviceKeys.find((key) => key === readItem(storage, menuStorageKeys.selected))
  const collapsed = readItem(storage, menuStorageKeys.collapsed)
  return {
    selected: selected ?? serviceKeys[0],
    isCollapsed: collapsed === null ? isForStaff : collapsed === 'true',
  }
}

export function storeMenuState(storage: Pick<Storage, 'setItem'>, change: Partial<MenuState>): void {
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
export function filterEntries<Item extends { roles: readonly 'staff'[] }>(
  entries: readonly Item[],
  isForStaff: boolean,
): Item[] {
  return entries.filter((entry) => entry.roles.length === 0 || isForStaff)
}

function readItem(storage: Pick<Storage, 'getItem'>, key: string): string | null {
  try {
    return storage.getItem(key)
  } catch {
    return null
  }
}

/** One entry of the side menu. */
export interface ServiceEntry {
  key: ServiceKey
  title: string
  /** The service's own page, opened with Ctrl or the middle button. */
  route: string
  icon: ServiceIconName
  description: string
  /** Empty: for everybody. */
  roles: readonly 'staff'[]
  /** Loads the panel shown next to the menu. */
  loadDetail: () => Promise<ComponentType>
}

export const serviceEntries: readonly ServiceEntry[] = [
  {
    key: 'real-estate',
    title: '부동산 등기',
    route: '/services/real-estate',
    icon: 'house',
    description: '소유권이전, 근저당권, 신탁',
    roles: [],
    loadDetail: () => import('./real-estate-service-page.tsx').then((page) => page.RealEstateServicePage),
  },
  {
    key: 'corporate',
    title: '법인 등기',
    route: '/services/corporate',
    icon: 'company',
    description: '설립, 임원 변경, 본점 이전',
    roles: [],
    loadDetail: () => import('./corporate-service-page.tsx').then((page) => page.CorporateServicePage),
  },
  {
    key: 'civil',
    title: '민사소송',
    route: '/services/civil',
    icon: 'scales',
    description: '서류 작성과 제출 대행',
    roles: [],
    loadDetail: () => import('./civil-service-page.tsx').then((page) => page.CivilServicePage),
  },
  {
    key: 'deposit',
    title: '공탁',
    route: '/services/deposit',
    icon: 'coins',
    description: '변제공탁, 토지수용 보상금',
    roles: [],
    loadDetail: () => import('./deposit-service-page.tsx').then((page) => page.DepositServicePage),
  },
  {
    key: 'premium',
    title: '프리미엄 자문',
    route: '/services',
    icon: 'calendar',
    description: '직원 전용',
    roles: [],
    loadDetail: () => import('./premium-advisory.tsx').then((page) => page.PremiumAdvisory),
  },
]
