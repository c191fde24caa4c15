/**
 * sheetjs-style 0.15.8 assigns to four undeclared variables in its style writer. Bundled as a
 * module, its code is strict and throws a ReferenceError at the first cell. Import this file before
 * the library.
 */
Object.assign(globalThis, { QUOTE: '"', _hashIndex: {}, _listIndex: [], style_builder: undefined })
