import { scrivenerOf } from '#domain/office/office-words.ts'
import { OfficeMark } from '#app/ui/display/office-mark.tsx'
import { useOffice } from '#app/ui/office-facts.ts'

/**
 * Signature at the end of a document: the responsible scrivener, with the seal over the end of the
 * name.
 */
export function Signature() {
  const office = useOffice()
  return (
    <p className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2 text-lead">
      <span className="text-ink-2">{office.name}</span>
      <span className="relative inline-flex items-center pr-12 font-serif whitespace-nowrap text-title font-semibold tracking-[0.12em]">
        {scrivenerOf(office)}
        <span className="absolute right-0 -rotate-3 opacity-90">
          {office.seal_image ? (
            <img src={office.seal_image} alt="" width={44} height={44} className="object-contain" />
          ) : (
            <OfficeMark size={44} isSealed />
          )}
        </span>
      </span>
    </p>
  )
}
