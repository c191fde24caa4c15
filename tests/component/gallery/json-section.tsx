import { JsonTree } from '#app/ui/json/json-tree.tsx'
import { Specimen } from './specimen.tsx'

const sample = {
  status: 'ok',
  data: {
    items: [
      { id: 1, name: '해든 우회도로', isDone: false, finishedAt: null },
      { id: 2, name: '띄어쓰기없이이어지는아주긴이름'.repeat(12), note: '' },
    ],
    pagination: { page: 1, total: 2 },
    warnings: [],
  },
}

export function JsonSection() {
  return (
    <>
      <Specimen title="펼친 두 단계">
        <JsonTree label="응답 예" value={sample} />
      </Specimen>
      <Specimen title="긴 목록">
        <JsonTree label="긴 응답" value={Array.from({ length: 130 }, (_, index) => index + 1)} openLevels={1} />
      </Specimen>
    </>
  )
}
