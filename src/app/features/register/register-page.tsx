import { type ScreenTab, TabbedScreen } from '#app/records/screen/tabbed-screen.tsx'
import { EntriesTab } from './entries-tab.tsx'
import { MonthsTab } from './months-tab.tsx'
import { ReportTab } from './report-tab.tsx'

const tabs = [
  {
    key: 'entries',
    label: '사건부',
    panel: EntriesTab,
    purpose: '등기와 공탁의 사건에서 만들어집니다. 값을 고치려면 사건을 여세요.',
  },
  { key: 'months', label: '월계·누계', panel: MonthsTab, purpose: '달마다 건수와 보수를 합산하고 마감합니다.' },
  { key: 'report', label: '연간 보고', panel: ReportTab, purpose: '지난해의 월별 건수와 보수를 협회에 보고합니다.' },
] as const satisfies readonly [ScreenTab, ...ScreenTab[]]

/** 법정 사건부 (법무사법 제22조): the entries, the months with their closing, and the yearly report. */
export function RegisterPage() {
  return <TabbedScreen label="법정 사건부" tabs={tabs} />
}
