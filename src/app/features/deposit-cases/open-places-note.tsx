import { fillLetter, openPlaces } from '#domain/letter-fields.ts'
import { Button } from '#app/ui/buttons/button.tsx'

interface OpenPlacesNoteProps {
  texts: readonly string[]
  values: ReadonlyMap<string, string>
  onFill(): void
}

/** Says which places of a letter are still open: because the case has no value there, or because no case has such a field. */
export function OpenPlacesNote({ texts, values, onFill }: OpenPlacesNoteProps) {
  const text = texts.join('\n')
  const open = openPlaces(text)
  const quoted = (wanted: boolean) => open.filter(({ isField }) => isField === wanted).map(({ name }) => `{${name}}`)
  const [empty, unknown] = [quoted(true).filter((place) => fillLetter(place, values) === place), quoted(false)]
  const canFill = fillLetter(text, values) !== text
  if (open.length === 0) return null
  return (
    <div role="status" className="flex flex-col items-start gap-1.5 rounded-control bg-warn-wash px-3 py-2 text-warn">
      {empty.length > 0 ? <p>사건에 값이 없어 채우지 못했습니다: {empty.join(', ')}</p> : null}
      {unknown.length > 0 ? <p>사건에 없는 항목입니다: {unknown.join(', ')}</p> : null}
      {canFill ? (
        <Button size="sm" onClick={onFill}>
          사건의 값으로 채우기
        </Button>
      ) : null}
    </div>
  )
}
