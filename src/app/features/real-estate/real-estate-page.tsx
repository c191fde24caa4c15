import { useMemo } from 'react'
import type { RecordExtras } from '#app/records/screen/record-extras.ts'
import { RecordScreen } from '#app/records/screen/record-screen.tsx'
import { type ScreenTab, TabbedScreen } from '#app/records/screen/tabbed-screen.tsx'
import { createRecordSearch } from '#app/records/url-state/record-search.ts'
import type { EmbeddedTab } from '#app/ui/detail-panel/detail-tabs.ts'
import { CaseBookPage } from './case-book-page.tsx'
import { resolveOldLinkTab } from './real-estate-search.ts'
import { ReportTab } from './report-tab.tsx'
import { UnitTab } from './unit-tab.tsx'

const groupSearch = createRecordSearch('real-estate-groups', { order: [{ field: 'name', direction: 'asc' }] })

/** 사업구간: the groups of the case book, by name. */
function GroupTab() {
  return <RecordScreen recordSearch={groupSearch} label="사업구간" creation="form" />
}

const bankSearch = createRecordSearch('banks', { order: [{ field: 'name', direction: 'asc' }] })

/** 은행: the mortgagee banks, by name. */
function BankTab() {
  return <RecordScreen recordSearch={bankSearch} creation="form" />
}

interface RealEstatePageProps {
  extras: RecordExtras
  caseTabs: readonly EmbeddedTab[]
}

/**
 * 부동산 등기 관리 for staff: units, cases with their report, groups and banks. `extras`, `caseTabs`:
 * what other features add to the units and to the panel of a case.
 */
export function RealEstatePage(props: RealEstatePageProps) {
  const { extras, caseTabs } = props
  const tabs = useMemo(() => buildTabs({ extras, caseTabs }), [extras, caseTabs])
  return <TabbedScreen label="부동산 등기 관리" tabs={tabs} impliedTab={resolveOldLinkTab} />
}

const buildTabs = ({ extras, caseTabs }: RealEstatePageProps) =>
  [
    {
      key: 'address',
      label: '데이터',
      panel: () => <UnitTab companions={extras} />,
      purpose: '세대별 소유권이전·근저당권설정과 접수번호를 관리하고 신청서를 작성합니다.',
    },
    {
      key: 'table',
      label: '사건부',
      purpose: '들어온 사건을 한 줄씩 적고 비용과 일자를 관리합니다.',
      panel: () => <CaseBookPage parts={caseTabs} />,
    },
    { key: 'report', label: '리포트', purpose: '사건부의 비용을 사업구간별로 합산합니다.', panel: ReportTab },
    { key: 'group', label: '사업구간', purpose: '세대와 사건이 속하는 단지와 현장입니다.', panel: GroupTab },
    { key: 'bank', label: '은행', purpose: '신청서에 인쇄되는 근저당 은행의 정보입니다.', panel: BankTab },
  ] as const satisfies readonly ScreenTab[]
