export type SettingsTab = 'people' | 'office' | 'rates' | 'trail' | 'keeping' | 'requests' | 'addresses' | 'data'

/** Of /settings/server: what concerns whoever runs the server. */
export const operatorTabs = ['status', 'tasks', 'api-test'] as const
export type OperatorTab = (typeof operatorTabs)[number]

/** Links from before these parts had tabs of their own: `/settings#office`. */
const tabOfHeading: Readonly<Record<string, SettingsTab>> = {
  office: 'office',
  rates: 'rates',
  undelivered: 'data',
  'demo-data': 'data',
}

/** The tab that holds a heading; undefined: the address names none. */
export function settingsTabOf(heading: string): SettingsTab | undefined {
  return Object.hasOwn(tabOfHeading, heading) ? tabOfHeading[heading] : undefined
}
