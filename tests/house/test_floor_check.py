"""Rules on several tables of a floor: minima, chiefs, cloths, linked prizes, closed lists."""

from __future__ import annotations

import pytest
from tools.breaking import checked

import novamas
from novamas.house.floor.text import finding_text
from novamas.words import voice_for

SILENT = "premises_not_stated"  # left out, because the files of the tests are short


def told(text: str) -> list[str]:
    """Return the findings of a floor: severity, table and line, and the sentence."""
    voice = voice_for("es")
    return [
        f"{finding.severity} {finding.table}:{finding.place.line} {finding_text(finding, voice)}"
        for finding in checked(text).findings
        if finding.problem.code != SILENT
    ]


def tables(*written: str, norm: str = "IB05", floor: str = "") -> str:
    """Return a floor of tables, each with a heading and its fields on separate lines."""
    heading = ["[floor]", f'norm = "{norm}"', *([floor] if floor else [])]
    return "\n".join([*heading, *(f"[[tables]]\n{table}" for table in written)]) + "\n"


def blackjack(name: str, *more: str) -> str:
    return "\n".join([f'name = "{name}"', 'game = "blackjack"', *more])


def roulette(name: str, *more: str, game: str = "ruleta") -> str:
    return "\n".join([f'name = "{name}"', f'game = "{game}"', *more])


CHIEF = 'chief = "Ana"'
RAISED = "rules.minimum = 1000\npremises.authorised_minimum = 500\npremises.authorised = ['vary_minimum']"
USUAL = "rules.minimum = 500\npremises.authorised_minimum = 500"


@pytest.mark.law("IB05.01.IV.2.B.b.1")
def test_one_table_keeps_the_authorised_minimum_unless_the_authorisation_says_otherwise() -> None:
    assert told(tables(roulette("R1", RAISED), roulette("R2", RAISED))) == [
        f"amber {name}:{line} Ninguna otra mesa del juego está abierta con el mínimo autorizado de 5,00 €."
        " (IB05.01.IV.2.B.b.1)"
        for name, line in (("R1", 6), ("R2", 12))
    ]
    assert told(tables(roulette("R1", RAISED), roulette("R2", USUAL))) == []
    bound, waived = (
        f"{RAISED}\npremises.authorised_without_minimum = {waiver}" for waiver in ("false", "true")
    )
    assert [one.partition(" ")[0] for one in told(tables(roulette("R1", bound)))] == ["red"]
    assert told(tables(roulette("R1", waived), roulette("R2", waived))) == []
    other_game = roulette("R2", USUAL, game="ruleta_americana")
    assert len(told(tables(roulette("R1", RAISED), other_game))) == 1


@pytest.mark.law("IB05.04.V.b.2")
def test_one_cloth_of_boule_keeps_the_minimum_whatever_is_authorised() -> None:
    doubled = 'name = "B{}"\ngame = "boule"\nrules.minimum = 400\npremises.authorised_minimum = 200'
    assert told(tables(doubled.format(1))) == [
        (
            "red B1:6 Ningún otro tapete mantiene el mínimo autorizado: este no puede abrirse con 4,00 €."
            " (IB05.04.V.b.2)"
        )
    ]
    assert told(tables(doubled.format(1), doubled.format(2).replace("400", "200"))) == []


def test_what_a_table_says_of_others_is_compared_with_the_floor() -> None:
    alone = blackjack("BJ1", RAISED, "premises.minimum_kept_elsewhere = true")
    assert told(tables(alone)) == [
        (
            "amber BJ1:9 Ninguna otra mesa del juego está abierta con el mínimo autorizado de 5,00 €."
            " (IB05.03.V.2.a.2)"
        ),
        (
            "amber BJ1:9 La mesa indica «true» en «minimum_kept_elsewhere», pero en la sala es «false»: se"
            " comprueba con el valor de la sala. (IB05.03.V.2.a.2)"
        ),
    ]
    by_itself = f'norm = "IB05"\n{alone}'
    assert told(by_itself) == [], "of a table by itself nobody knows what stands around it"


@pytest.mark.law("IB05.03.III.Jefe.2")
def test_a_chief_serves_four_tables_of_blackjack() -> None:
    four = [blackjack(f"BJ{number}", CHIEF) for number in range(4)]
    assert told(tables(*four)) == []
    found = told(tables(*four, blackjack("BJ4", CHIEF)))
    assert [one.partition(" ")[0] for one in found] == ["red"] * 5
    assert found[4] == (
        "red BJ4:22 Un jefe puede atender como máximo cuatro de estas mesas, no 5. (IB05.03.III.Jefe.2)"
    )


@pytest.mark.law("IB05.01.III.1.b.2", "IB05.08.III.1")
def test_each_game_has_its_own_bound_for_a_chief() -> None:
    found = told(tables(*(roulette(f"R{number}", CHIEF) for number in range(3))))
    assert found[0] == (
        "red R0:6 Un jefe de mesa puede atender como máximo 2 mesas así, no 3. (IB05.01.III.1.b.2)"
    )
    shared = [roulette("C", CHIEF, game="chemin_de_fer"), blackjack("BJ", CHIEF)]
    assert [one.partition(" (")[2] for one in told(tables(*shared))] == ["IB05.08.III.1)"]


@pytest.mark.law("IB05.06.III.1")
def test_a_chief_of_craps_who_serves_others_is_left_to_people() -> None:
    shared = [roulette("C", CHIEF, game="craps"), blackjack("BJ", CHIEF)]
    assert told(tables(*shared)) == [
        (
            "amber C:6 Ana es jefe de 2 mesas, pero la ley prevé un jefe para esta y no dice "
            "que pueda compartirlo."
            " (IB05.06.III.1)"
        )
    ]


ADJOINING = "La mesa no cumple este requisito: estar contigua a las otras mesas de su jefe y ser como ellas."


@pytest.mark.law("AR10.4.2")
def test_a_chief_of_roulettes_has_adjoining_tables() -> None:
    three = [roulette(f"R{number}", CHIEF, game="ruleta_doble_cero") for number in range(3)]
    assert told(tables(*three, norm="AR10", floor='rows = [["R0", "R1", "R2"]]')) == []
    assert told(tables(*three, norm="AR10", floor='rows = [["R0", "R1"], ["R1", "R2"]]')) == []
    apart = told(tables(*three, norm="AR10", floor='rows = [["R0", "R1"], ["R2"]]'))
    assert apart[0] == f"red R0:7 {ADJOINING} (AR10.4.2)"
    assert len(apart) == 3
    assert told(tables(*three, norm="AR10")) == [], "where nobody tells the rows, the premises are asked"


@pytest.mark.law("AR10.3.d.1")
def test_tables_of_one_chief_are_alike() -> None:
    mixed = [roulette("F", CHIEF), roulette("A", CHIEF, game="ruleta_doble_cero")]
    found = told(tables(*mixed, norm="AR10", floor='rows = [["F", "A"]]'))
    assert f"red F:7 {ADJOINING} (AR10.3.d.1)" in found


@pytest.mark.law("AR10.6.1.2")
def test_a_chief_of_card_tables_stays_in_one_sector_of_them() -> None:
    def sector(name: str) -> str:
        return f'{CHIEF}\nsector = "{name}"'

    plus = "rules.pareja_plus = 'A'"
    same = [blackjack("B1", sector("A")), roulette("P", sector("A"), plus, game="tres_cartas")]
    assert told(tables(*same, norm="AR10")) == []
    other = [blackjack("B1", sector("A")), roulette("P", sector("B"), plus, game="tres_cartas")]
    assert [one.partition(" (")[2] for one in told(tables(*other, norm="AR10"))] == [
        "AR10.6.1.2)",
        "AR10.10-1-D.III.1.2)",
    ]
    wheel = [blackjack("B1", sector("A")), roulette("R", sector("A"), game="ruleta_doble_cero")]
    assert any(
        one.startswith("red B1:6 La mesa no cumple este requisito: estar en el mismo")
        for one in told(tables(*wheel, norm="AR10"))
    )


@pytest.mark.law("AR10.10-1-B.III.1.3")
def test_the_tables_of_a_sector_with_trijoker_adjoin_and_are_alike() -> None:
    two = [roulette(f"T{number}", CHIEF, game="trijoker") for number in range(2)]
    assert told(tables(*two, norm="AR10", floor='rows = [["T0", "T1"]]')) == []
    apart = told(tables(*two, norm="AR10", floor='rows = [["T0"], ["T1"]]'))
    assert [one.partition(" (")[2] for one in apart] == ["AR10.10-1-B.III.1.3)"] * 2


@pytest.mark.law("IB05.03.II.3.5", "IB05.11.II.2.6")
def test_each_cloth_has_its_number_and_its_books() -> None:
    def cloth(game: str, number: int, books: str) -> str:
        return roulette(game, f'table = "T1"\ncloth = {number}\nbooks = "{books}"', game=game)

    assert told(tables(cloth("blackjack", 1, "L1"), cloth("sin_descarte", 2, "L2"))) == []
    assert told(tables(cloth("blackjack", 1, "L1"), cloth("sin_descarte", 1, "L1"))) == [
        f"red {game}:{line + field} {says} ({clause})"
        for game, line, other, clause in (
            ("blackjack", 7, "sin_descarte", "IB05.03.II.3.5"),
            ("sin_descarte", 13, "blackjack", "IB05.11.II.2.6"),
        )
        for field, says in (
            (0, f"{other} tiene el mismo número de tapete, 1: cada tapete debe tener el suyo."),
            (1, f"{other} tiene los mismos libros («L1»): cada tapete debe tener los suyos."),
        )
    ]


@pytest.mark.law("AR10.10-1-A.II.3.2", "CM16.ANX1.1.b.6")
def test_on_the_other_side_of_a_cloth_are_card_games_against_the_house() -> None:
    on_it = 'table = "T1"'
    pair = [roulette("S", on_it, game="sin_descarte"), roulette("R", on_it, game="ruleta_doble_cero")]
    found = told(tables(*pair, norm="AR10"))
    assert found[0] == (
        "red S:6 En el otro tapete de la mesa solo caben juegos de naipes de contrapartida, y R es de ruleta"
        " americana doble cero. (AR10.10-1-A.II.3.2)"
    )
    assert found[1].startswith("amber R:10 Comparte mesa con S, pero la ley de este juego no prevé")
    both = [roulette("P", on_it, game="pai_gow_poker"), roulette("D", on_it, game="pai_gow_domino")]
    assert told(tables(*both, norm="CM16"))[0].endswith("(CM16.ANX1.1.b.6)")


@pytest.mark.law("IB05.07.II.3.2.2")
def test_beside_a_midi_table_is_blackjack_with_nine_places() -> None:
    midi = roulette("P", 'table = "T1"', "premises.table = 'midi'", "rules.seats = 9", game="punto_y_banca")
    nine = blackjack("B", 'table = "T1"', "rules.a_nueve = true", "rules.places = 9")
    assert told(tables(midi, nine)) == []
    assert told(tables(midi, blackjack("B", 'table = "T1"')))[0].endswith("B no lo es. (IB05.07.II.3.2.2)")


PROGRESSIVE = (
    'linked = "gran premio"\nrules.progressive = true\npremises.authorised = ["jackpot", "progressive"]'
)


@pytest.mark.law("AR10.7.e.7")
def test_a_linked_prize_is_one_of_blackjack_tables() -> None:
    assert told(tables(blackjack("B1", PROGRESSIVE), blackjack("B2", PROGRESSIVE), norm="AR10")) == []
    other = roulette("S", 'linked = "gran premio"\nrules.progresivo = 100', game="sin_descarte")
    found = told(tables(blackjack("B1", PROGRESSIVE), other, norm="AR10"))
    assert found[0] == (
        "red B1:6 Un premio común solo enlaza mesas del mismo juego, y S es de póquer "
        "sin descarte. (AR10.7.e.7)"
    )
    none = blackjack("B2", 'linked = "gran premio"\nrules.progressive = false')
    assert told(tables(blackjack("B1", PROGRESSIVE), none, norm="AR10"))[-1] == (
        "red B2:12 La mesa está enlazada a un premio común, pero no ofrece un premio progresivo. (AR10.7.e.7)"
    )
    dearer = blackjack("B2", PROGRESSIVE, "rules.jackpot_start = 2000000")
    assert told(tables(blackjack("B1", PROGRESSIVE), dearer, norm="AR10")) == [
        f"amber {name}:{line} El premio común con {other} no tiene las mismas condiciones "
        "en las dos mesas: «jackpot_start»."
        " (AR10.7.e.7)"
        for name, line, other in (("B1", 6, "B2"), ("B2", 12, "B1"))
    ]


@pytest.mark.law("AR10.10-1-A.VII.1")
def test_the_carousel_is_one_of_all_tables() -> None:
    inside = roulette("S1", "rules.carrousel = 100", game="sin_descarte")
    outside = roulette("S2", game="sin_descarte")
    assert told(tables(inside, outside, norm="AR10")) == [
        (
            "red S2:7 El carrusel es de todas las mesas del juego: S1 participa en él, y esta mesa no."
            " (AR10.10-1-A.VII.1)"
        )
    ]
    assert told(tables(inside, outside, norm="IB05")) == [], "there it is one of the tables established"


def test_a_progressive_that_nobody_shares() -> None:
    shared = "rules.progresivo = 100\nrules.progresivo_shared = true\nrules.progresivo_deduction = '1/10'"
    one, other = (roulette(name, shared, game="sin_descarte") for name in ("S1", "S2"))
    assert told(tables(one, other, norm="AR10")) == []
    assert told(tables(one, norm="AR10"))[0].startswith(
        "amber S1:7 El progresivo figura como común a varias mesas"
    )


@pytest.mark.law("IB05.09.V.2.3", "IB05.08.III.3.2")
def test_counts_of_tables_come_from_the_floor() -> None:
    free = [
        roulette(f"P{number}", "rules.bank_mode = 'libre'", game="bacara_dos_panos") for number in range(2)
    ]
    found = told(tables(*free))
    assert [one for one in found if "IB05.09.V.2.3" in one and one.startswith("red P1")]
    chemin = [roulette(f"C{n}", "premises.attendants = 2", game="chemin_de_fer") for n in range(5)]
    assert told(tables(*chemin)) == []
    assert len(told(tables(*chemin[:4]))) == 4, "two attendants are one too many for four tables"


@pytest.mark.law("AR10.1.3.1", "AR10.10.2.1", "AR10.10.2.a.1", "AR10.10.2.b.1")
def test_the_list_of_games_is_closed() -> None:
    found = told(
        tables(
            *(
                f'name = "{game}"\ngame = "{game}"'
                for game in ("lototrot", "poquer", "poquer_de_contrapartida", "poquer_circulo", "bingo")
            ),
            norm="AR10",
        )
    )
    assert [one.partition(" (")[2] for one in found] == [
        "AR10.1.3.1)",
        "AR10.10.2.1)",
        "AR10.10.2.a.1)",
        "AR10.10.2.b.1)",
        "AR10.1.3.1)",
    ]


def test_names_and_rows_fit() -> None:
    twice = tables(blackjack("B"), blackjack("B"), floor='rows = [["B", "X"]]')
    assert told(twice) == [
        "red :3 En las filas figura «X», pero ninguna mesa se llama así.",
        "red B:8 Otra mesa ya se llama «B» (table.toml:4).",
    ]


def test_the_law_of_a_table_is_that_of_its_region_and_day() -> None:
    floor = '[floor]\nregion = "{}"\non = {}\n[[tables]]\nname = "S"\ngame = "sintetico"\n'
    assert told(floor.format("illes_balears", "2008-01-01")) == []
    assert told(floor.format("castilla_la_mancha", "2011-01-01"))[0].startswith("red S:3 De los catálogos")
    assert told(floor.format("atlantis", "2011-01-01"))[0].startswith("red S:3 ")
    twice = floor.format("castilla_la_mancha", "2011-01-01") + '[[tables]]\ngame = "craps"\n'
    assert len(told(twice)) == 1, "what is wrong with the floor is told once"
    assert told('game = "craps"')[0] == (
        "amber table:1 El archivo no indica la norma de la mesa («norm» o «region»): se comprueba según IB05."
    )


@pytest.mark.law("AR10.10-2.VI.3.a.2", "IB09.12.VI.3.a.2")
@pytest.mark.parametrize("norm", ["AR10", "IB09"])
def test_what_our_reading_takes_away_is_amber_and_the_table_may_open(norm: str) -> None:
    def found(limits: str, game: str = "holdem") -> list[str]:
        return told(f'norm = "{norm}"\ngame = "{game}"\n{limits}')

    wide = "rules.minimum = 1000\nrules.maximum = 2000"
    (doubt,) = found(wide)
    assert doubt.startswith("amber table:3 El mínimo de 10,00")
    assert "del 20 al 40 % del máximo" in doubt
    assert novamas.open("holdem", norm=norm, minimum=1000, maximum=2000)
    assert found("rules.minimum = 800\nrules.maximum = 2000") == []
    assert found("rules.minimum = 400\nrules.maximum = 2000") == []
    assert len(found("rules.minimum = 398\nrules.maximum = 2000\nrules.chip = 1")) == 1
    (fault,) = found(wide + "\nrules.limit = 'split_limit'", game="seven_stud")
    assert fault.startswith("red table:3 El mínimo debe estar entre 4,00")


def test_rules_that_novamas_lacks_are_said_once_and_settle_nothing() -> None:
    found = checked(tables(roulette("R1"), norm="AR10")).findings
    assert [(one.severity, one.problem.code) for one in found if one.problem.code != SILENT] == [
        ("amber", "rules_not_held")
    ]
    assert checked(tables(roulette("R1"))).count("amber") == 1  # what its short file leaves out


def test_things_that_are_lacking_are_stated_and_not_contradicted_by_the_floor() -> None:
    def found(*more: str) -> dict[str, tuple[str, ...]]:
        report = checked(tables(blackjack("B1", *more)))
        premises = {one.problem.code: one.problem.figures.get("premises", ()) for one in report.findings}
        return {code: names if isinstance(names, tuple) else () for code, names in premises.items()}

    assert "lacks" in found()[SILENT]
    stated = found('premises.lacks = ["semicircular_table"]')
    assert "lacks" not in stated[SILENT]
    assert "no_semicircular_table" in stated
    assert "not_as_on_floor" not in stated
