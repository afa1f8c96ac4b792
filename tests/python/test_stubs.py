"""The stubs name what the module has: every public name of it and of its classes, and nothing else."""
import ast
import pathlib

import isoskin


def stub_names(body):
    return {node.name for node in body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}


def public(names):
    return {name for name in names if not name.startswith("_")}


def test_stubs_and_module_have_the_same_names():
    tree = ast.parse(pathlib.Path(isoskin.__file__).with_suffix(".pyi").read_text())
    assert public(stub_names(tree.body)) - {"Target"} == set(isoskin.__all__)  # a dict at run time
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name in ("Character", "Deformer", "Part", "Report"):
            assert public(stub_names(node.body)) == public(vars(getattr(isoskin, node.name))), node.name


def test_every_function_says_what_it_takes_and_gives():
    for owner in (isoskin, isoskin.Character, isoskin.Deformer):
        for name, member in vars(owner).items():
            if not name.startswith("_") and callable(member) and not isinstance(member, type):
                assert len(member.__doc__.splitlines()[-1]) > 0 and len(member.__doc__) > 40, name
