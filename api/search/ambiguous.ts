/**
 * Names of places that are words of other things too: what a query's words must not be taken for lightly
 * (understand.ts). Folded.
 */

/** A place only behind `in`, `near` and the like. */
export const ordinaryWords: ReadonlySet<string> = new Set(
  `can law best aus enterprise week over shaping gerne bank central guide mobile much brand send enger list nutzen bridge box train eye machen banks ohne oral aber
  steps stock fleet wenden greenfield pool mark nice loans goes worth loop kommen man wissen billing street prem rota engen esp blackrock weil quarter perm weisen
  settle independence hope cooling benz split wick shelf pioneer born north south east west cell reich nor che ware weiten stone steep lend laufen breit male shap
  posing nis nahe knock healing corona van borough forest vice mould wing rock platt lehre lage iden holt hatten grain fahren delta hill hook ash ham battle
  sandwich crook mold march rye chard beer looe seal over hatch trent wells bow hayes wedding nelson victoria austin douglas ernst garland florence charlotte
  grace dale dean lee cross green park heath grove wood field house court hall church abbey manor gate market mill castle port harbour island bay beach river lake
  valley moor sunny early rain regen hof weiden brand singen wesel rheine anger boden acker feld berg bad alt neu stein baum haus mitte zell sand salz gold silber
  lead union liberty paradise progress success orange flint diss rugeley city centre media data java go swift ruby rust basic legal senior junior media media
  retail security finance financial data trade export import english german french spanish italian polish welsh irish scottish start ware mole sole bude kirk
  home office leader major price sales sale deal end well new old sure day nursling marine energy water street wash thatcham newcastle business`
    .split(/\s+/)
    .filter(word => word !== 'newcastle'),
)

/**
 * Also a place at the end of a query with other words before it: `hr advisor reading`, but not `Reading recovery
 * teacher`.
 */
export const endWords: ReadonlySet<string> = new Set(
  `reading bath lincoln derby hull bury rugby poole barking sutton kingston richmond windsor lancaster warwick preston durham stafford worms essen halle kassel
  hamm celle dover ford acton clifton chester carlisle bedford kent york newark harlow crawley epping ascot march deal sale hove hythe hyde leek settle wells ware
  stone flint neath bow hayes buckingham wallace halifax boston perth bolton burton clayton compton newton norton stratford tyne wear gap moers marl ahlen aalen
  lemgo kleve stade soest brilon peine goch lage wesel unna hof weiden fleet hook rye`.split(/\s+/),
)

/**
 * What follows the name of a place in the name of an institution or a trade: `London Market`, `Essex Court`, `Bath
 * installer`.
 */
export const institutionWords =
  /^(?:market|markets|court|university|college|school|academy|hospital|hospitals|council|airport|road|street|house|bridge|bus|buses|rail|underground|stock|weighting|allowance|living|marathon|library|museum|trust|nhs|police|fire|city|united|fc|rovers|building|borough|metropolitan|business|institute|symphony|zoo|gate|cross|mutual|victoria|international|philharmonic|recovery|installer|fitter|installers|fitters|room|rooms|nursing|cathedral|dungeon|eye|clearing|lloyds|wall)$/
