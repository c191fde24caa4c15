import { UndeliveredEdits } from './undelivered-edits.tsx'

/** /settings, superusers only (spec 3 "Settings page"). Its other parts join here as they are built. */
export function SettingsPage() {
  return (
    <div className="mx-auto flex max-w-[960px] flex-col gap-6 pb-8">
      <h1 className="text-title font-semibold">관리</h1>
      <UndeliveredEdits />
    </div>
  )
}
