/** Words of the field that mean one thing, the abbreviation first. Both ways, so that an advert that says one is found by the other. */
export const synonymGroups: readonly (readonly string[])[] = [
  ['ba', 'business analyst'],
  ['pm', 'project manager'],
  ['sre', 'site reliability', 'devops'],
  ['qa', 'quality assurance', 'tester'],
  ['ml', 'machine learning'],
  ['ai', 'artificial intelligence'],
  ['js', 'javascript'],
  ['ts', 'typescript'],
  ['k8s', 'kubernetes'],
  ['go', 'golang'],
  ['cpp', 'c++'],
  ['csharp', 'c#'],
  ['dotnet', '.net'],
  ['fp&a', 'financial planning'],
  ['aml', 'anti money laundering'],
  ['kyc', 'know your customer'],
  ['cyber', 'information security', 'infosec'],
  ['aktuar', 'actuary'],
  ['entwickler', 'developer'],
  ['wfh', 'homeoffice', 'remote'],
]

const abbreviations = new Set(synonymGroups.map(([first]) => first!).filter(word => word.length <= 3))

/** `BA` is a word of its own: not the beginning of `Bank` or `Bar`. */
export function isAbbreviation(word: string): boolean {
  return abbreviations.has(word.toLowerCase())
}
