import { readFileSync } from 'node:fs'

/** Words of the field that mean one thing, as vocabulary.txt has them and says. For servers: read from the disk. */
export const vocabularyText = readFileSync(`${import.meta.dirname}/vocabulary.txt`, 'utf8')
