import type { ComponentType } from 'react'
import { createDeviceChoice, createDeviceSetting } from '#app/ui/browser/device-setting.ts'
import type { ServiceIconName } from './service-icon.tsx'

/** Entries of the side menu of /services, in order. */
const serviceKeys = ['real-estate', 'corporate', 'civil', 'deposit', 'premium'] as const
type ServiceKey = (typeof serviceKeys)[number]

/** The chosen entry. */
export const serviceChoice = createDeviceChoice<ServiceKey>('services_sub_nav_selected', serviceKeys)

/** Whether the menu is folded; null until the person chose. */
export const menuFolding = createDeviceSetting<boolean | null>({
  key: 'services_sub_nav_collapsed',
  parse: (text) => (text === null ? null : text === 'true'),
  format: (isFolded) => (isFolded === null ? null : String(isFolded)),
})

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
