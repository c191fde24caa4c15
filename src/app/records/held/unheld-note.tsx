import { Link } from '@tanstack/react-router'
import { sectionName, workSections } from '#contract/work-sections.ts'
import { useHeldSections } from './use-held.ts'

/** Under what is gathered from all books: which of them this device does not hold. Nothing where it holds everything. */
export function UnheldNote() {
  const held = useHeldSections()
  const missing = held ? workSections.filter((section) => !held.includes(section)) : []
  if (missing.length === 0) return null
  return (
    <p className="text-label text-ink-3">
      {`이 기기에 두지 않은 업무는 나오지 않습니다: ${missing.map(sectionName).join(', ')}. `}
      <Link to="/account/devices" className="text-primary underline underline-offset-4 coarse:py-3">
        보관할 업무 선택
      </Link>
    </p>
  )
}
