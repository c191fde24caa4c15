/**
 * sheetjs-style 0.15.8 assigns to four variables that it never declares (in its style writer). Built as a module its code is strict, and there that
 * ends in a ReferenceError before the first cell. Imported before it.
 */
Object.assign(globalThis, { QUOTE: '"', _hashIndex: {}, _listIndex: [], style_builder: undefined })
