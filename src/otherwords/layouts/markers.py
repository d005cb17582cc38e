"""The files and folders that tell what a folder is. On the path of every search, so without imports."""

CONFIG = ".wikicommit/config.yml"
ENTITY = ".wikicommit/entity"
WIKI = ".guild/wiki"
WORKSPACE = ".guild/workspace.json"
REGISTRY = "_registry.md"
PERSONAL = "_personal"
INDEX = "_index.md"
