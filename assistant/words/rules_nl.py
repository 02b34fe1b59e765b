"""The rules that a ruling can name, in Dutch."""

TEXTS = {
    "rule.C1": "De set heeft drie stenen van elk van de 36 soorten: zes vormen in zes kleuren, de zesde paars of wit. Een hand heeft er zes.",
    "rule.C2": "Wie de meeste passende stenen heeft begint, en legt ze allemaal.",
    "rule.C3": "In een beurt leg je minstens één steen, of je ruilt.",
    "rule.C4": "Alle stenen van een beurt hebben één kleur of één vorm gemeen. Ze komen op vrije plekken van één lijn, zonder lege plek ertussen.",
    "rule.C5": "Wat gelegd wordt, sluit aan bij de stenen op tafel.",
    "rule.C6": "De stenen van een lijn hebben één kleur en verschillende vormen, of één vorm en verschillende kleuren. Geen steen ligt er dus twee keer in, en bij zes is een lijn vol.",
    "rule.U1": "De set heeft 15 dobbelstenen van elk van zes kleuren, de zesde paars of wit; de bovenkant telt.",
    "rule.U2": "Ieder heeft zes dobbelstenen.",
    "rule.U3": "Wie de meeste passende dobbelstenen heeft begint, en legt ze allemaal.",
    "rule.U4": "In een beurt mag je één keer eigen dobbelstenen opnieuw gooien, en dan leg je er minstens één.",
    "rule.U6": "Alle dobbelstenen van een beurt hebben één kleur of één symbool gemeen. Ze komen op vrije plekken van één lijn, zonder lege plek ertussen.",
    "rule.U8": "De dobbelstenen van een beurt liggen in één lijn en raken die op tafel. In elke lijn, ook de kruisende, één kleur en verschillende symbolen, of één symbool en verschillende kleuren: niets dubbel, en nooit meer dan zes.",
    "rule.K1": "De set heeft drie kaarten van elk van de 36 soorten. Een hand heeft er negen.",
    "rule.K3": "In een beurt leg je minstens één kaart uit de hand. Rijen mag je beginnen, aanvullen en anders leggen.",
    "rule.K4": "Aan het eind van de beurt heeft elke rij drie tot zes kaarten van één kleur en verschillende vormen, of van één vorm en verschillende kleuren, geen dubbel. Wat op tafel lag blijft daar, behalve volle Qwirkles.",
}
