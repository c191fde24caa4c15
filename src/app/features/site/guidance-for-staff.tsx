import { isStaff, useSession } from '#app/session/session-store.ts'
import { Column } from './page-parts.tsx'

/** 스태프 전용 안내: notes shown only to staff on this page. */
export function StaffGuidance({ notes }: { notes: readonly string[] }) {
  const state = useSession()
  if (!isStaff(state)) return null
  return (
    <section aria-labelledby="staff-guidance" data-screen-only className="border-b bg-(--primary-wash) py-8">
      <Column>
        <div className="grid gap-x-10 gap-y-3 lg:grid-cols-[220px_1fr]">
          <h2 id="staff-guidance" className="text-lead font-semibold">
            스태프 전용 안내
          </h2>
          <ul className="measure list-disc space-y-1 pl-5 text-lead">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </div>
      </Column>
    </section>
  )
}
