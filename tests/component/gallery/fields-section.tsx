import { Search } from 'lucide-react'
import { useState } from 'react'
import { Tabs } from '#app/ui/display/tabs.tsx'
import { DateField } from '#app/ui/fields/date-field.tsx'
import { Select } from '#app/ui/fields/select.tsx'
import { SuggestField } from '#app/ui/fields/suggest-field.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { Specimen } from './specimen.tsx'

const sections = ['가람동 도로확장', '나래지구 택지개발', '솔빛마을 1단지']
const states = [
  { value: 'pending', label: '대기' },
  { value: 'completed', label: '완료' },
] as const

export function FieldsSection() {
  const [text, setText] = useState('한온결')
  const [day, setDay] = useState('2026-11-21')
  const [section, setSection] = useState('')
  const [state, setState] = useState<string>('pending')
  const shared = { value: text, onValue: setText }
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <TextField label="소유자" isRequired {...shared} />
        <TextField label="소유자 주소" hint="도로명주소로 적어 주세요." {...shared} />
        <TextField label="보수료" error="0 이상으로 입력해 주세요." {...shared} />
        <TextField label="접수번호" readOnly {...shared} />
        <TextField label="사업자등록번호" disabled {...shared} />
        <TextField label="찾기" icon={<Search size={16} strokeWidth={1.5} />} placeholder="이름, 초성" {...shared} />
        <DateField label="등기접수일" value={day} onValue={setDay} />
        <DateField label="서류접수일" value="" error="날짜를 확인해 주세요." onValue={() => undefined} />
        <SuggestField label="사업구간" value={section} onValue={setSection} suggestions={sections} />
        <Select label="상태" value={state} choices={states} onValue={setState} />
        <Select label="상태 (읽기)" value={state} choices={states} onValue={setState} isDisabled />
        <Select label="상태 (틀림)" value={state} choices={states} onValue={setState} error="상태를 선택하세요." />
      </div>
      <Specimen title="탭">
        <TabsSpecimen />
      </Specimen>
    </>
  )
}

function TabsSpecimen() {
  const [tab, setTab] = useState<string>('data')
  const tabs = [
    { key: 'data', label: '데이터' },
    { key: 'book', label: '사건부' },
  ] as const
  return (
    <Tabs label="부동산 등기" value={tab} tabs={tabs} onValue={setTab}>
      <p className="text-ink-2">{tab === 'data' ? '데이터 탭입니다.' : '사건부 탭입니다.'}</p>
    </Tabs>
  )
}
