export type SettingsTab = 'people' | 'office' | 'rates' | 'trail' | 'keeping' | 'requests' | 'addresses' | 'data'

/** Tabs of /settings/server, for the server's operator. */
export const operatorTabs = ['status', 'tasks', 'api-test'] as const
export type OperatorTab = (typeof operatorTabs)[number]

/** Old links such as `/settings#office`, from before these parts had their own tabs. */
const tabOfHeading: Readonly<Record<string, SettingsTab>> = {
  office: 'office',
  rates: 'rates',
  undelivered: 'data',
  'demo-data': 'data',
}

/** The tab that contains a heading; undefined if there is none. */
export function findSettingsTab(heading: string): SettingsTab | undefined {
  return Object.hasOwn(tabOfHeading, heading) ? tabOfHeading[heading] : undefined
}
