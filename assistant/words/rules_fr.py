"""The rules that a ruling can name, in French."""

TEXTS = {
    "rule.C1": "Le jeu compte trois tuiles de chacune de ses 36 sortes : six formes en six couleurs, la sixième violette ou blanche. Une main en contient six.",
    "rule.C2": "Qui a le plus de tuiles assorties commence, et les pose toutes.",
    "rule.C3": "À son tour, on pose au moins une tuile ou on échange.",
    "rule.C4": "Les tuiles d’un tour ont une couleur ou une forme en commun. Elles vont sur des cases libres d’une même ligne, sans case vide entre elles.",
    "rule.C5": "Tout ce qui est posé touche les tuiles de la table.",
    "rule.C6": "Les tuiles d’une ligne ont une même couleur et des formes différentes, ou une même forme et des couleurs différentes. Aucune n’y est donc deux fois, et une ligne s’arrête à six.",
    "rule.U1": "Le jeu compte 15 cubes de chacune des six couleurs, la sixième violette ou blanche ; la face du dessus compte.",
    "rule.U2": "Chacun a six cubes.",
    "rule.U3": "Qui a le plus de cubes assortis commence, et les pose tous.",
    "rule.U4": "À son tour, on peut relancer une fois ses propres cubes, puis on en pose au moins un.",
    "rule.U6": "Les cubes d’un tour ont une couleur ou un symbole en commun. Ils vont sur des cases libres d’une même ligne, sans case vide entre eux.",
    "rule.U8": "Les cubes d’un tour sont sur une même ligne et touchent ceux de la table. Dans chaque ligne, aussi celles qui la croisent, une même couleur et des symboles différents, ou un même symbole et des couleurs différentes : rien deux fois, et jamais plus de six.",
    "rule.K1": "Le jeu compte trois cartes de chacune de ses 36 sortes. Une main en contient neuf.",
    "rule.K3": "À son tour, on pose au moins une carte de sa main. On peut commencer des rangées, les compléter et les recomposer.",
    "rule.K4": "À la fin du tour, chaque rangée a trois à six cartes d’une même couleur et de formes différentes, ou d’une même forme et de couleurs différentes, aucune deux fois. Ce qui était sur la table y reste, sauf les Qwirkles complets.",
}
